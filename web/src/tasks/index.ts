import './tasks-view';

/** The interface of this room for others. */
export { areResultsCovered, hasTasks, tasksCover, tasksPreview, wordsFor } from './page';
