/** The interface of this room for others. */
export { handsButtons, handsHint } from './hands-buttons';
export { HandsOn, handsContext } from './hands-on';
