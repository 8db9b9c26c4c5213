import type { ModelInfo } from './types';

/**
 * The index of the profile for a curve, a map or a contour of `display` on the line `over`, or -1. `asked` contains `of`,
 * `outputVariableType` and `component`, or `formula`, as in the document.
 */
export function findProfile(model: Pick<ModelInfo, 'profiles'>, over: string, query: Record<string, unknown>): number {
  const { of = 'cable', outputVariableType = '', component = 0, formula = '' } = query;
  return model.profiles.findIndex(
    (profile) =>
      profile.over === over &&
      profile.formula === formula &&
      (formula !== '' || (profile.of === of && profile.outputVariableType === outputVariableType && profile.component === component)),
  );
}
