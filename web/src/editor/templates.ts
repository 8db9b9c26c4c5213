import { msg } from '@lit/localize';

const files = import.meta.glob<string>('./templates/*.json', { query: '?raw', import: 'default' });

/** Templates for new models. */
export const templates = () =>
  [
    { name: 'empty', title: msg('Empty sheet') },
    { name: 'falling-mass', title: msg('Falling mass') },
    { name: 'spring-and-mass', title: msg('Mass on a spring') },
    { name: 'pendulum', title: msg('Pendulum') },
    { name: 'four-bar', title: msg('Four-bar linkage') },
    { name: 'slider-crank', title: msg('Slider-crank') },
  ] as const;

export async function loadTemplate(name: string): Promise<string | null> {
  return (await files[`./templates/${name}.json`]?.()) ?? null;
}
