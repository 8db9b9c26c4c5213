/** The models of the gallery, each in a separate part of the package. */
export { type CatalogueEntry, loadModel, modelNames } from '../../web/src/state/catalogue';
