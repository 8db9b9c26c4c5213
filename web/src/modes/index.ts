/** The interface of the modes of vibration for the page. */
export { ModeShow, modesContext } from './mode-show';
