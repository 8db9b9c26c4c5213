/** Of contact forces, here and in their legend. */
export const bandColors = { stick: '#0072B2', slip: '#D55E00' };
