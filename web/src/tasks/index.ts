import './tasks-view';

/** The part of this room that others use. */
export { areResultsCovered, tasksCover, tasksPreview, wordsFor } from './page';
