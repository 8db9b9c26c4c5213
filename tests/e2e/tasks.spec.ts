import type { Page } from '@playwright/test';
import { taskDocument as model } from '../support/models';
import { findings } from './axe';
import { choose, documentHash, enter, expect, finished, load, openModel, saved, share, test } from './page';

test.use({ scene: false });

const task = (page: Page, id: string) => page.locator(`[data-task="${id}"]`);

/** Gives the n-th answer to the first task. */
const predict = async (page: Page, answer = 0) => {
  await page.getByRole('radio').nth(answer).check();
  await task(page, 'predict').getByRole('button', { name: 'Check' }).click();
};
const open = async (page: Page, document = model, query = '') => {
  await openModel(page, `${query}${documentHash(document)}`);
};

test('A task covers the result until it is answered; all can be done using only the keyboard', async ({ page }) => {
  await open(page);
  await expect(page.getByText('The result is covered')).toBeVisible();
  await expect(page.locator('slip-plot')).toHaveCount(0);
  await expect(page.locator('slip-scene')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page.getByText('Numbers appear after you answer the task.')).toBeVisible();
  const toTask = page.getByRole('button', { name: 'To the task' });
  await toTask.focus();
  await page.keyboard.press('Enter');

  // One of several answers: arrows choose, the button after them checks.
  await expect(page.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(task(page, 'predict')).toHaveAttribute('data-score', '0');
  await expect(task(page, 'predict')).toContainText('That takes a larger mass.');
  await expect(page.locator('slip-plot').first()).toBeVisible();
  await page.getByRole('radio').nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(task(page, 'predict')).toHaveAttribute('data-score', '1');
  await expect(task(page, 'predict')).toContainText('2 tries');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(task(page, 'predict').locator('.hints li')).toHaveCount(1);

  // A curve drawn with arrow keys: a straight line, which is wrong.
  const curve = page.getByRole('slider', { name: 'deflection: left and right' });
  await curve.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await expect(curve).toHaveAttribute('aria-valuetext', /at 6\u2009s: /);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(task(page, 'draw')).toContainText('The curve deviates by');
  expect(Number(await task(page, 'draw').getAttribute('data-score'))).toBeLessThan(1);
  await expect(task(page, 'draw').locator('polyline.right')).toHaveCount(1);

  // A number, first with an unsuitable unit.
  const number = page.getByRole('textbox', { name: 'Your answer, in s' });
  await number.focus();
  await page.keyboard.type('0.628 kg');
  await page.keyboard.press('Enter');
  await expect(task(page, 'period')).toContainText('does not fit');
  await expect(task(page, 'period')).toHaveAttribute('data-score', '');
  await enter(number, '628 ms');
  await expect(task(page, 'period')).toHaveAttribute('data-score', '1');

  // A run with a slider.
  await page.getByRole('slider', { name: 'damping' }).focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('PageUp');
  await page.keyboard.press('End');
  await expect(task(page, 'tune')).toContainText('damping = 20');
  await task(page, 'tune').getByRole('button', { name: 'Check this run' }).focus();
  await page.keyboard.press('Enter');
  await expect(task(page, 'tune')).toHaveAttribute('data-score', /[01]/);
  await expect(page.locator('.tasks-result')).toContainText('tasks right');
});

test('Locked parameters have no slider, hidden ones are not shown', async ({ page }) => {
  await open(page, { ...model, hide: [] });
  await expect(page.locator('[data-parameter="m"] input')).toHaveCount(0);
  await expect(page.locator('[data-parameter="m"]')).toContainText('1\u2009kg');
  await open(page);
  await expect(page.locator('[data-parameter="d"] input')).not.toHaveCount(0);
  await expect(page.locator('[data-parameter="m"]')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Model' }).click();
  await expect(page.getByText('This model hides values')).toBeVisible();
  await expect(page.locator('slip-editor')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the text' }).click();
  await expect(page.locator('slip-editor')).toBeVisible();
});

test('A seed gives other values, its answers are kept, and can be submitted', async ({ page }) => {
  await open(page, model, '?seed=Ada');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada');
  const k = page.locator('[data-parameter="k"]');
  await expect(k).not.toContainText('100');
  const value = await k.innerText();
  await predict(page);
  await expect(task(page, 'predict')).toHaveAttribute('data-score', '1');
  await page.reload();
  await expect(task(page, 'predict')).toHaveAttribute('data-score', '1');
  await expect(k).toHaveText(value, { useInnerText: true });
  const submission = JSON.parse((await saved(page.getByRole('button', { name: 'Save for handing in' }))).content.toString());
  expect(submission).toMatchObject({ submission: 1, seed: 'Ada', answers: { predict: { answer: [0], score: 1, tries: 1 } } });

  // The same as a link, which opens with the answers on any computer and stores nothing there.
  await page.getByRole('button', { name: 'Copy a link for handing in' }).click();
  const link = await page.getByRole('textbox', { name: 'Link for handing in' }).inputValue();
  expect(link).toMatch(/^http.*\/#s=2\.[\w-]+$/);
  await page.getByRole('button', { name: 'Forget my answers' }).click();
  await expect(page.getByText('The result is covered')).toBeVisible();
  await load(page, link);
  await expect(page.getByText('Handed in by Ada')).toBeVisible();
  await expect(task(page, 'predict')).toHaveAttribute('data-score', '1');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada');
  await page.locator(finished).waitFor();
  await expect(k).toHaveText(value, { useInnerText: true });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('slipstick.tasks')))).toHaveLength(0);
  await page.goto(`${link.slice(0, -40)}`);
  await page.reload();
  await expect(page.getByText('This link is damaged')).toBeVisible();
});

test('The page opens its saved files, and grades many of them', async ({ page }) => {
  await open(page, { ...model, hide: [], variants: undefined });
  await predict(page);
  await expect(task(page, 'predict')).toHaveAttribute('data-score', '1');
  await enter(page.getByRole('textbox', { name: 'Your answer, in s' }), '0,628 s');
  await expect(task(page, 'period')).toHaveAttribute('data-score', '1');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
  const { name, content } = await saved(page.getByRole('button', { name: 'Save for handing in' }));
  expect(name).toBe('ada-lovelace-tasks-answers.json');
  const submission = JSON.parse(content.toString());

  await page.goto('./#gallery');
  await choose(page.getByRole('button', { name: 'Open a file…' }), { 'answers.json': content });
  await expect(page.getByText('Handed in by Ada Lovelace')).toBeVisible();
  await expect(page.getByText('everything matches')).toBeVisible();
  await expect(task(page, 'period')).toHaveAttribute('data-score', '1');
  await expect(page.getByRole('textbox', { name: 'Your answer, in s' })).toHaveValue('0,628 s');

  await page.goto('./#gallery');
  await page.getByRole('link', { name: 'Grade answers…' }).click();
  const forged = {
    ...submission,
    name: 'Bob',
    answers: { ...submission.answers, period: { ...submission.answers.period, answer: '3 s' } },
  };
  await choose(page.getByRole('button', { name: 'Choose files…' }), {
    'ada.json': content,
    'bob.json': JSON.stringify(forged),
    'model.json': JSON.stringify(model),
  });
  const row = (name: string) => page.getByRole('row', { name });
  await expect(row('Ada Lovelace')).toContainText('3 of 5');
  await expect(row('Ada Lovelace')).toContainText('✓ matches');
  await expect(row('Bob')).toContainText('1 of 5');
  await expect(row('Bob')).toContainText('score of task period');
  await expect(row('model.json')).toContainText('This is not a submission.');
  expect(await findings(page)).toEqual([]);
  const csv = await saved(page.getByRole('button', { name: 'Save as CSV' }));
  expect(csv.content.toString()).toMatch(/^Ada Lovelace,ada\.json,Tasks,1,,2,,3,5,20\d\d-.*Z,yes$/m);

  // If the original model is given, answers to another one are graded by it and reported.
  await choose(page.getByRole('button', { name: 'Grade with the model that I handed out…' }), { 'other.json': JSON.stringify(model) });
  await expect(row('Ada Lovelace')).toContainText('not the one handed out');
  expect(await findings(page, true)).toEqual([]);
});

test('An exercise starts from the values of its document', async ({ page }) => {
  await open(page, { ...model, hide: [], variants: undefined });
  await predict(page);
  await enter(page.getByRole('textbox', { name: 'damping, number' }), '12 N*s/m');
  await expect(page.getByRole('textbox', { name: 'damping, number' })).toHaveValue('12');
  const dialog = await share(page);
  const value = async () =>
    JSON.parse((await saved(dialog.getByRole('button', { name: 'Download JSON' }))).content.toString()).parameters.d.value;
  expect(await value()).toBe(1);
  await dialog.getByRole('checkbox', { name: 'Sliders and hands as they are now' }).last().check();
  expect(await value()).toBe(12);

  const snippet = dialog.getByRole('textbox', { name: 'In another page' });
  await expect(snippet).toHaveValue(/show="scene,time,parameters,plots,tasks".* fit></s);
  await dialog.getByRole('group', { name: 'What it shows' }).getByRole('checkbox', { name: 'Tasks' }).uncheck();
  await expect(snippet).toHaveValue(/show="scene,time,parameters,plots"/);
  await dialog.getByText('Preview', { exact: true }).click();
  const frame = dialog.frameLocator('iframe');
  await expect(frame.locator('.parameters-part')).toBeVisible();
  await expect(frame.locator('slip-tasks')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: 'Print as a work sheet' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.sheet-values')).toHaveText(/damping = 1\u2009N/);
  await expect(page.locator('.parameters-part')).toBeHidden();
  await expect(page.getByRole('img', { name: 'Link to the model' })).toHaveCount(0); // it is longer than a phone can read from paper
});

test('The preview of tasks opens visibly', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openModel(page, '#g=slider-crank');
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.getByText('Preview of the tasks, with solutions').click();
  await expect(page.locator('.task-preview .solution').first()).toBeInViewport();
});

test('A curve is drawn by mouse; a work sheet has only the questions', async ({ page }) => {
  await open(page);
  await page.locator('slip-curve-field').scrollIntoViewIfNeeded();
  const place = (await page.locator('slip-curve-field svg').boundingBox())!;
  await page.mouse.move(place.x + 2, place.y + 20);
  await page.mouse.down();
  for (let i = 1; i <= 10; i++) await page.mouse.move(place.x + (i / 10) * (place.width - 4), place.y + 20 + 12 * i);
  await page.mouse.up();
  const points = await page.locator('slip-curve-field').evaluate((field) => (field as unknown as { points: unknown[] }).points.length);
  expect(points).toBeGreaterThan(50);
  await task(page, 'draw').getByRole('button', { name: 'Check' }).click();
  await expect(task(page, 'draw')).toContainText('The curve deviates by');

  await predict(page);
  await expect(page.locator('slip-plot').first()).toBeVisible();
  await page.evaluate(() => {
    window.print = () => {}; // the browser's window
  });
  await page.getByRole('button', { name: 'Print as a work sheet' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(task(page, 'predict')).toContainText('What does a stiffer spring change?');
  for (const result of ['slip-plot', 'slip-scene', '.feedback', 'polyline.right'])
    for (const each of await page.locator(result).all()) await expect(each).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('slip-plot').first()).toBeVisible();
});

test('An answer that cannot be read has no tick, and the earlier one still counts; a run task lists its measures', async ({ page }) => {
  await open(page, { ...model, hide: [], variants: undefined, lock: [] });
  await predict(page);
  await expect(task(page, 'tune').locator('.run-measures')).toHaveText(/at rest within 1 cm/);
  await expect(task(page, 'tune').locator('.run-measures')).not.toContainText('period');
  const number = page.getByRole('textbox', { name: 'Your answer, in s' });
  await enter(number, '0.628');
  await expect(task(page, 'period')).toContainText('✓ Right.');
  await enter(number, '0.628 N');
  await expect(task(page, 'period')).toContainText('“N” does not fit');
  await expect(task(page, 'period')).toContainText('Your earlier answer still counts.');
  await expect(task(page, 'period')).not.toContainText('✓');
  await expect(task(page, 'period')).toHaveAttribute('data-score', '1');
});

test('An answer for other slider values is no wrong try, and the sliders go back', async ({ page }) => {
  const { hide: _, variants: __, lock: ___, ...plain } = model;
  await open(page, plain);
  const stiffness = page.getByLabel('stiffness, number');
  await enter(stiffness, '50');
  const number = page.getByRole('textbox', { name: 'Your answer, in s' });
  await enter(number, '0.889');
  await expect(task(page, 'period')).toContainText(
    'Right for stiffness = 50\u2009N/m, as the sliders are now, but the task is about stiffness = 100\u2009N/m.',
  );
  await enter(number, '3');
  await expect(task(page, 'period')).toContainText('too large. The task is about stiffness = 100');
  await expect(task(page, 'period')).not.toContainText('1 try');
  await task(page, 'period').getByRole('button', { name: 'Set them back' }).click();
  await expect(stiffness).toHaveValue('100');
  await expect(number).toBeFocused();
  await enter(number, '0.628');
  await expect(task(page, 'period')).toContainText('✓ Right.');
  await expect(task(page, 'period')).toContainText('1 try');
});

test('A hint stays under the finger while a result arrives, and comes into view', async ({ page }) => {
  const { hide: _, variants: __, ...plain } = model;
  const tasks = (plain.tasks as object[]).map((each) => ({ ...each, hints: ['First.', 'Second, and last.'] }));
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, { ...plain, tasks });
  await page.getByRole('tab', { name: 'Tasks' }).click();
  const tune = task(page, 'tune');
  const hint = tune.getByRole('button', { name: 'Show a hint' });
  await hint.scrollIntoViewIfNeeded();
  const before = await hint.boundingBox();
  await tune.getByRole('button', { name: 'Check this run' }).click();
  await expect(tune).toHaveAttribute('data-score', /[01]/);
  expect(await hint.boundingBox()).toEqual(before);
  await hint.focus();
  await page.keyboard.press('Enter');
  await expect(tune.getByText('First.')).toBeInViewport();
  const next = tune.getByRole('button', { name: 'Show another hint' });
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(tune.getByText('Second, and last.')).toBeInViewport();
  await expect(tune.getByRole('listitem').last()).toBeFocused();
});

test('Handing in is confirmed where the buttons are, on a phone too', async ({ page }) => {
  const { hide: _, variants: __, ...plain } = model;
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, plain);
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await predict(page);
  const save = page.getByRole('button', { name: 'Save for handing in' });
  await expect(save).toBeEnabled();
  await saved(save);
  const note = page.getByText(/^Saved as .*-answers\.json\. Hand it in\.$/);
  await expect(note).toBeInViewport({ ratio: 1 });
  const bar = await page.locator('.transport-part').boundingBox();
  const shown = await note.boundingBox();
  expect(shown!.y + shown!.height).toBeLessThanOrEqual(bar!.y);
  await page.getByRole('button', { name: 'Copy a link for handing in' }).click();
  await expect(page.getByText(/copied|copy the link by hand/)).toBeInViewport({ ratio: 1 });
});

test('Tasks are shown in German if available', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'DE', exact: true }).click();
  await expect(task(page, 'predict')).toContainText('Was ändert eine steifere Feder?');
  await expect(page.getByText('Das Ergebnis ist verdeckt')).toBeVisible();
  await page.getByRole('radio').nth(1).check();
  await task(page, 'predict').getByRole('button', { name: 'Prüfen' }).click();
  await expect(task(page, 'predict')).toContainText('✗ Nicht richtig.');
  await expect(page.locator('.tasks-result')).toContainText('Ergebnis: 0\u2009%, 0 von 4 Aufgaben richtig');
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.getByRole('button', { name: 'Text zeigen' }).click();
  await page.getByText('Preview of the tasks, with solutions').click();
  await expect(page.locator('.task-preview')).toContainText('the period becomes shorter');
  await expect(page.locator('.task-preview')).toContainText('2*pi*sqrt(m/k) s');
});

test.describe('In a German browser', () => {
  test.use({ locale: 'de-DE' });
  test('tasks are German from the start if available', async ({ page }) => {
    await open(page);
    await expect(page.getByRole('button', { name: 'Zur Aufgabe' })).toBeVisible();
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await expect(page.getByRole('button', { name: 'To the task' })).toBeVisible();
  });
});

test('Tasks are accessible, covered and answered, in light and dark themes and on a phone', async ({ page }) => {
  const look = async (state: string) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await findings(page), `${state}, ${width}, light`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findings(page, true), `${state}, ${width}, dark`).toEqual([]);
    }
  };
  await open(page);
  await look('covered');
  await predict(page);
  await expect(task(page, 'predict')).toHaveAttribute('data-score', '1');
  await task(page, 'predict').getByRole('button', { name: 'Show a hint' }).click();
  await look('answered');
});
