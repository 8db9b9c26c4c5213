const files = import.meta.glob<string>('./templates/*.json', { query: '?raw', import: 'default' });

/** Templates for new models. */
export const templates = [
  { name: 'empty', title: 'Empty sheet' },
  { name: 'falling-mass', title: 'Falling mass' },
  { name: 'spring-and-mass', title: 'Mass on a spring' },
  { name: 'pendulum', title: 'Pendulum' },
  { name: 'four-bar', title: 'Four-bar linkage' },
  { name: 'slider-crank', title: 'Slider-crank' },
] as const;

export async function loadTemplate(name: string): Promise<string | null> {
  return (await files[`./templates/${name}.json`]?.()) ?? null;
}
