/** The models of the gallery, a part of the package each. */
export { type CatalogueEntry, loadModel, modelNames } from '../../web/src/state/catalogue';
