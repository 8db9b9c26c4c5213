import './tasks-view';

/** The interface of this room for others. */
export { areResultsCovered, tasksCover, tasksPreview, wordsFor } from './page';
