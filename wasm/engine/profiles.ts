import type { ModelInfo } from './types';

/**
 * The number of the profile that a curve, a map or a contour of `display` asks for on the line `over`, or -1: `asked` holds `of`,
 * `outputVariableType` and `component`, or `formula`, as the document has them.
 */
export function findProfile(model: Pick<ModelInfo, 'profiles'>, over: string, asked: Record<string, unknown>): number {
  const { of = 'cable', outputVariableType = '', component = 0, formula = '' } = asked;
  return model.profiles.findIndex(
    (profile) =>
      profile.over === over &&
      profile.formula === formula &&
      (formula !== '' || (profile.of === of && profile.outputVariableType === outputVariableType && profile.component === component)),
  );
}
