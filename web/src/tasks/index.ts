import './tasks-view';

/** What other rooms take from the tasks. */
export { areResultsCovered, tasksCover, tasksPreview, wordsFor } from './page';
