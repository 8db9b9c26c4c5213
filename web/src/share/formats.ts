import { msg, str } from '@lit/localize';
import { escaped } from '../format/xml';
import { largestQrCode } from './length';
import { embedAddress, embedSnippet, isTall, type Pictured } from './snippet';

/** Writes the source of a model for a kind of page. */
type Writer = (model: Pictured) => string;

/** The text for each kind of page, with the names of the programs that read it, which are the same in all languages. */
export const formats: Record<string, { name: string; write: Writer }> = {
  html: { name: 'HTML', write: embedSnippet },
  myst: { name: 'MyST, Jupyter Book 2', write: myst }, // no text
  sphinx: { name: 'Sphinx, Jupyter Book 1', write: (model) => fenced('{raw} html', model) }, // no text
  quarto: { name: 'Quarto', write: (model) => fenced('{=html}', model) }, // no text
  pretext: { name: 'PreTeXt', write: preText }, // no text
  moodle: { name: 'Moodle', write: frame }, // no text
  markdown: { name: 'Markdown', write: markdown }, // no text
  latex: { name: 'LaTeX', write: laTeX }, // no text
};

const fenced = (language: string, model: Pictured) => `\`\`\`${language}\n${embedSnippet(model)}\n\`\`\``;
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const linkOf = ({ site, hash }: Pictured) => site + hash;

/** The address of a picture on the web, or "": a program that sets pages does not load pictures from the text. */
function pictureOf({ site, hash, picture }: Pictured): string {
  const [, name] = /^#g=([\w-]+)/.exec(hash) ?? [];
  return name ? `${site}pictures/${name}.png` : /^https?:/.test(picture) ? picture : '';
}

function myst(model: Pictured): string {
  return `:::{iframe} ${embedAddress(model)}\n:width: 100%\n:title: ${oneLine(model.title)}\n:::`;
}

function frame(model: Pictured): string {
  const address = escaped(embedAddress(model));
  return `<iframe src="${address}" title="${escaped(model.title)}" width="100%" height="${isTall(model.show) ? 720 : 400}" loading="lazy" style="border:0"></iframe>`;
}

function preText(model: Pictured): string {
  return `<figure>
  <caption>${escaped(model.title)}</caption>
  <interactive iframe="${escaped(embedAddress(model))}" width="100%" aspect="${isTall(model.show) ? '4:5' : '16:10'}"/>
</figure>`;
}

/** A picture that leads to the running model. */
function markdown(model: Pictured): string {
  const title = oneLine(model.title).replace(/[[\]\\*_`<]/g, '\\$&');
  const picture = pictureOf(model);
  return `[${picture ? `![${title}](${picture})` : title}](${linkOf(model)})`;
}

/** A figure for print: a picture, the code for phones, and the address as a link. */
function laTeX(model: Pictured): string {
  const link = linkOf(model).replace(/[\\%#&_{}~^$]/g, '\\$&');
  const picture = pictureOf(model);
  const name = picture.replace(/^.*\//, '');
  return [
    '% \\usepackage{graphicx,hyperref,qrcode}',
    ...(picture ? [`% ${msg(str`Save ${picture} beside this file.`)}`] : []),
    '\\begin{figure}\n  \\centering',
    ...(picture ? [`  \\includegraphics[width=0.7\\linewidth]{${name}}`] : []),
    ...(linkOf(model).length <= largestQrCode ? [`  \\qrcode[height=25mm]{${link}}`] : []),
    `  \\caption{${laTeXText(model.title)}: \\href{${link}}{run the model}}`,
    '\\end{figure}',
  ].join('\n');
}

function laTeXText(text: string): string {
  const special: Record<string, string> = { '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}' };
  return oneLine(text).replace(/[\\%#&_{}~^$]/g, (character) => special[character] ?? `\\${character}`);
}
