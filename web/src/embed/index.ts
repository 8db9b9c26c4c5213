/** Defines the element <slipstick-model>. */
export async function defineModelElement(): Promise<void> {
  await import('./slipstick-model');
}
