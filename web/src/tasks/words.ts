import type { catalogue } from '../../../wasm/engine/catalogue';
import { own } from '../format/own';
import type { Remark } from '../state/tasks';

/** The page's own words around tasks, in each language; English for a document in another language. */
const english = {
  lang: 'en',
  check: 'Check',
  checking: 'Checking …',
  checkRun: 'Check this run',
  drawAgain: 'Draw again',
  hints: 'Hints',
  hint: 'Show a hint',
  nextHint: 'Show another hint',
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  stillCounts: 'Your earlier answer still counts.',
  movedRight: (now: string, start: string) => `Right for ${now}, as the sliders are now, but the task is about ${start}.`,
  movedWrong: (now: string, start: string) => `The task is about ${start}; the sliders are at ${now}, so this try does not count.`,
  setBack: 'Set them back',
  share: (percent: number) => `${percent}\u2009% of the points.`,
  result: 'Result',
  right: (count: number, all: number) => `${count} of ${all} ${all === 1 ? 'task' : 'tasks'} right`,
  nothingChecked: 'No answer has been checked yet.',
  save: 'Save for handing in',
  copyLink: 'Copy a link for handing in',
  link: 'Link for handing in',
  print: 'Print as a work sheet',
  forget: 'Forget my answers',
  yourName: 'Your name',
  yourNumber: 'Your number',
  ownValues: 'Your model has its own values.',
  enterIt: 'Enter it to give your model its own values.',
  optional: 'optional',
  handedIn: (name: string, when: string) => `Handed in ${name ? `by ${name}` : 'without a name'}${when ? `, ${when}` : ''}.`,
  recomputing: 'Computing it again …',
  reproduced: 'Computed again here, everything matches.',
  notReproduced: (parts: string) => `Computed again here, this does not match: ${parts}. The scores below are those computed here.`,
  notGraded: (why: string) => `Not graded: ${why}`,
  otherEngine: (engine: string, parts: string) =>
    `It was computed by engine ${engine}${parts ? `, which differs from this version in: ${parts}. The scores below are those of this version` : ''}.`,
  sheetName: 'Your name: ',
  sheetLink: 'Link to the model',
  one: 'One answer',
  several: 'One or more answers',
  answer: 'Your answer',
  answerIn: (unit: string) => `Your answer, in ${unit}`,
  solution: 'Solution',
  curveSolution: 'the curve of the run, drawn beside yours',
  language: 'Language of the tasks',
  task: 'Task',
  hides: 'This model hides values for you to find by experiment. Its text shows them.',
  showText: 'Show the text',
  cover: 'The result is covered until you have answered the task.',
  toTask: 'To the task',
  numbersLater: 'Numbers appear after you answer the task.',
  saved: (name: string) => `Saved as ${name}. Hand it in.`,
  linkCopied: 'The link is copied. Hand it in.',
  copyByHand: 'This browser does not allow copying here: copy the link by hand.',
  tooMuch: 'This is too long for a link: save the file.',
  nothingMade: (why: string) => `Could not prepare the submission: ${why}`,
  pen: (label: string) => `${label}: left and right move the pen in time, up and down draw`,
  penAt: (time: string, value: string) => `at ${time}: ${value}`,
  nothingDrawn: 'nothing drawn',
  drawn: 'drawn',
  computed: 'computed',
  checkFirst: 'No answer has been checked yet: check one first, then hand in.',
};
export type Words = typeof english;

const german: Words = {
  lang: 'de',
  check: 'Prüfen',
  checking: 'Wird geprüft …',
  checkRun: 'Diesen Lauf prüfen',
  drawAgain: 'Neu zeichnen',
  hints: 'Hinweise',
  hint: 'Hinweis zeigen',
  nextHint: 'Noch einen Hinweis zeigen',
  tries: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  stillCounts: 'Ihre frühere Antwort zählt weiterhin.',
  movedRight: (now, start) => `Richtig für ${now}, wie die Regler jetzt stehen, aber die Aufgabe gilt für ${start}.`,
  movedWrong: (now, start) => `Die Aufgabe gilt für ${start}; die Regler stehen auf ${now}. Dieser Versuch zählt nicht.`,
  setBack: 'Zurückstellen',
  share: (percent) => `${percent}\u2009% der Punkte.`,
  result: 'Ergebnis',
  right: (count, all) => `${count} von ${all} ${all === 1 ? 'Aufgabe' : 'Aufgaben'} richtig`,
  nothingChecked: 'Noch wurde keine Antwort geprüft.',
  save: 'Zum Abgeben speichern',
  copyLink: 'Link zum Abgeben kopieren',
  link: 'Link zum Abgeben',
  print: 'Als Arbeitsblatt drucken',
  forget: 'Meine Antworten vergessen',
  yourName: 'Ihr Name',
  yourNumber: 'Ihre Nummer',
  ownValues: 'Ihr Modell hat eigene Werte.',
  enterIt: 'Geben Sie etwas ein: Dann hat Ihr Modell eigene Werte.',
  optional: 'freiwillig',
  handedIn: (name, when) => `Abgegeben ${name ? `von ${name}` : 'ohne Namen'}${when ? `, ${when}` : ''}.`,
  recomputing: 'Wird nachgerechnet …',
  reproduced: 'Hier nachgerechnet, alles stimmt überein.',
  notReproduced: (parts) => `Hier nachgerechnet, das stimmt nicht überein: ${parts}. Die Punkte unten sind hier berechnet.`,
  notGraded: () => 'Nicht bewertet: Die Läufe dieser Abgabe rechnen mehr oder zeichnen mehr auf, als erlaubt ist.',
  otherEngine: (engine, parts) =>
    `Gerechnet hat das die Version ${engine}${parts ? `, die von dieser abweicht: ${parts}. Die Punkte unten sind hier berechnet` : ''}.`,
  sheetName: 'Name: ',
  sheetLink: 'Link zum Modell',
  one: 'Eine Antwort',
  several: 'Eine oder mehrere Antworten',
  answer: 'Ihre Antwort',
  answerIn: (unit) => `Ihre Antwort, in ${unit}`,
  solution: 'Lösung',
  curveSolution: 'der Verlauf aus der Rechnung, daneben gezeichnet',
  language: 'Sprache der Aufgaben',
  task: 'Aufgabe',
  hides: 'Dieses Modell hat verborgene Werte, die durch Versuche zu finden sind. Sein Text zeigt sie.',
  showText: 'Text zeigen',
  cover: 'Das Ergebnis ist verdeckt, bis Sie gesagt haben, was Sie erwarten.',
  toTask: 'Zur Aufgabe',
  numbersLater: 'Zahlen erscheinen, wenn die Aufgabe beantwortet ist.',
  saved: (name) => `Gespeichert als ${name}. Geben Sie die Datei ab.`,
  linkCopied: 'Der Link ist kopiert. Geben Sie ihn ab.',
  copyByHand: 'Der Browser erlaubt das Kopieren hier nicht: Kopieren Sie den Link von Hand.',
  tooMuch: 'Das ist zu viel für einen Link: Speichern Sie die Datei.',
  nothingMade: (why) => `Es gibt nichts zum Abgeben: ${why}`,
  pen: (label) => `${label}: links und rechts bewegen den Stift in der Zeit, auf und ab zeichnen`,
  penAt: (time, value) => `bei ${time}: ${value}`,
  nothingDrawn: 'nichts gezeichnet',
  drawn: 'gezeichnet',
  computed: 'berechnet',
  checkFirst: 'Noch wurde keine Antwort geprüft: Prüfen Sie erst eine, geben Sie dann ab.',
};

/** Translations of the engine's remarks on answers: core/grading/remark.h. */
const germanRemarks: Record<keyof typeof catalogue.remarks, string> = {
  right: 'Richtig.',
  partlyRight: 'Teilweise richtig.',
  wrong: 'Nicht richtig.',
  tooSmall: 'Nicht richtig: zu klein.',
  tooLarge: 'Nicht richtig: zu groß.',
  nothingChosen: 'Es ist nichts ausgewählt.',
  noSuchChoice: 'Diese Auswahl gibt es nicht.',
  notANumber: 'Das ist keine Zahl.',
  hasNoUnit: 'Diese Zahl hat keine Einheit.',
  unknownUnit: 'Die Einheit „{unit}“ ist hier nicht bekannt.',
  otherUnit: '„{unit}“ passt nicht: Die Zahl ist in {wanted}.',
  answerWithoutMeasure: 'Die richtige Antwort ist nicht bekannt: {measure} hat keinen Wert, {reason}.',
  answerNotFinite: 'Die richtige Antwort ist nicht bekannt: Sie ist keine endliche Zahl.',
  noRun: 'Es gibt keinen Lauf.',
  valueNotANumber: 'Der Wert von {name} ist keine Zahl.',
  valueFixed: '{name} muss bleiben, wie es ist.',
  valueBelow: '{name} muss mindestens {min} sein, ist aber {value}.',
  valueAbove: '{name} darf höchstens {max} sein, ist aber {value}.',
  runImpossible: 'Der Lauf kann nicht beginnen: {reason}',
  runFailed: 'Der Lauf ist gescheitert: {reason}',
  conditionMet: 'Der Lauf erfüllt die Bedingung.',
  conditionNotMet: 'Der Lauf erfüllt die Bedingung nicht.',
  conditionWithoutMeasure: 'Der Lauf erfüllt die Bedingung nicht: {measure} hat keinen Wert, {reason}.',
  conditionNotFinite: 'Der Lauf erfüllt die Bedingung nicht: Sie gibt keine endliche Zahl.',
  noCurve: 'Es gibt keinen Verlauf.',
  noSuchCurve: 'Der Lauf hat keinen solchen Verlauf.',
  curveTooShort: 'Der Verlauf reicht nicht von Anfang bis Ende.',
  curveAway: 'Der Verlauf weicht im Mittel um {percent} % seiner Spanne ab.',
};

/** `language`: such as "de" or "de-AT". */
export function wordsOf(language: string): Words {
  return isGerman(language) ? german : english;
}

function isGerman(language: string): boolean {
  return /^de(-|$)/i.test(language);
}

/** Remarks of the engine by code, in a language other than English. */
export function remarksOf(language: string): Readonly<Record<string, string>> {
  return isGerman(language) ? germanRemarks : {};
}

/** A remark on an answer in this language; a remark without a code is not translated. */
export function remarkIn(language: string, { message, code = '', values = {} }: Remark): string {
  const remarks = remarksOf(language);
  if (!Object.hasOwn(remarks, code)) return message;
  return remarks[code].replace(/\{(\w+)\}/g, (_, name: string) => String(own(values, name)));
}

/** The language of `remarkIn`. */
export function languageOfRemark(language: string, { code = '' }: Remark): string {
  return Object.hasOwn(remarksOf(language), code) ? wordsOf(language).lang : english.lang;
}
