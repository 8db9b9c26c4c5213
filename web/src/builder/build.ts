/** The elements of *Build*, which load together. */
import './build-view';
import './draw-view';
import './form-view';
import './photo-view';
import './shape-view';

export { askFor } from './ask-for';
