/** Colours of contact forces, also used in their legend. */
export const bandColors = { stick: '#0072B2', slip: '#D55E00' };
