import { tooLarge } from '../support/models';
import { documentHash, enter, expect, fallingMass, finished, openModel, openStill, test } from './page';

// Extreme links and deployments must not freeze or empty a page.

test.describe('A text that would freeze the page', () => {
  test.use({ scene: false });
  for (const [name, description, seen] of [
    ['50 000 formulas', '$x$ '.repeat(49_990), '$x$ $x$'],
    ['30 000 formulas in paragraphs', '$x$ and $y$\n\n'.repeat(15_000), 'x and y'],
    ['deep braces', `Before\n\n$${'{'.repeat(5000)}${'}'.repeat(5000)}$`, '{{{{'],
    ['a macro of a macro', `Before\n\n$\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(190)}$`, '\\def\\a'],
    ['40 000 headings', 'a\n=\n'.repeat(40_000), 'a\n='],
  ] as const)
    test(`is still shown: ${name}`, async ({ page }) => {
      await openModel(page, documentHash(fallingMass({}, { description })));
      const prose = page.locator('slip-prose .prose');
      await expect(prose).not.toHaveAttribute('aria-busy', 'true');
      await expect(prose).toContainText(seen);
      expect(await page.locator('.katex').count()).toBeLessThan(2000);
    });

  test('is shown in tasks, too', async ({ page }) => {
    const braces = `$${'{'.repeat(5000)}${'}'.repeat(5000)}$`;
    const answer = { type: 'choice', choices: [{ text: 'yes', correct: true, feedback: braces }] };
    await openModel(page, documentHash(fallingMass({}, { tasks: [{ id: 'a', text: '$x$ '.repeat(40_000), hints: [braces], answer }] })));
    await page.getByRole('tab', { name: 'Tasks' }).click();
    await expect(page.locator('.task .prose').first()).toContainText('$x$ $x$');
    await page.getByRole('button', { name: 'Show a hint' }).click();
    await expect(page.locator('.hints .prose')).toContainText('{{{{');
  });

  test('is cut in a title or a name', async ({ page }) => {
    const name = 'Aa'.repeat(200_000);
    const sensors = [{ type: 'Node', name, nodeNumber: 'mass', outputVariableType: 'Displacement' }];
    const parameters = { p: { value: 1, min: 0, max: 2, label: name, unit: name, description: name } };
    await openModel(page, documentHash(fallingMass({}, { title: name, parameters, sensors })));
    expect((await page.getByRole('heading', { level: 1 }).innerText()).length).toBeLessThan(302);
    expect((await page.title()).length).toBeLessThan(2100);
    expect((await page.locator('body').innerText()).length).toBeLessThan(30_000);
  });
});

test.describe('A part that does not load', () => {
  test.use({ allowedErrors: [/ERR_FAILED|404/] });

  test('is reported, and loads when the user tries again', async ({ page }) => {
    await openStill(page);
    await page.route(/assets\/codemirror-.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('tab', { name: 'Model' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'A part of this page did not load' });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toBeVisible();
    await page.unrouteAll();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.cm-content')).toContainText('slipstick');
    await expect(notice).toHaveCount(0);
  });

  test('is reported for a page, and its styles load, too', async ({ page }) => {
    await page.goto('./#gallery');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route(/assets\/(reference|doc-page|prose).*\.(js|css)/, (route) => route.abort());
    await page.getByRole('link', { name: 'Reference', exact: true }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'A part of this page did not load' });
    await expect(notice).toBeVisible();
    await page.unrouteAll();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('slip-reference h1')).toBeVisible();
    const sheets = () =>
      page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ sheet }) => !!sheet));
    await expect.poll(sheets).not.toContain(false);
  });
});

test.describe('A page that cannot start', () => {
  test.use({ allowedErrors: [/ERR_FAILED|404|too old/] });

  for (const name of ['index', 'embed', 'import'])
    test(`reports a missing script: ${name}`, async ({ page }) => {
      await page.route(new RegExp(`assets/${name}-.*\\.js`), (route) => route.fulfill({ status: 404 }));
      await page.goto(`./${name}.html`);
      await expect(page.getByRole('alert')).toHaveText(/Slipstick did not start: a part of it did not load\. Reload the page\./);
    });

  test('reports a module that throws', async ({ page }) => {
    await page.addInitScript(() => {
      customElements.define = () => {
        throw new TypeError('too old');
      };
    });
    await page.goto('./');
    await expect(page.getByRole('alert')).toContainText('Slipstick did not start: Uncaught TypeError: too old.');
  });

  test('starts with a language that does not exist', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'language', { get: () => 'C', configurable: true }));
    await openModel(page);
    await expect(page.locator('#start-trouble')).toHaveCount(0);
  });
});

test('Parameters, tasks and sensors with names of every object of JavaScript', async ({ page }) => {
  const names = ['constructor', 'toString', '__proto__'];
  const answer = {
    type: 'choice',
    choices: [
      { text: 'this', correct: true },
      { text: 'that', correct: true },
    ],
  };
  const sensors = names.map((name) => ({ type: 'Node', name, nodeNumber: 'mass', outputVariableType: 'Displacement' }));
  const parameters = JSON.parse(`{${names.map((name) => `"${name}": {"value": 1, "min": 0, "max": 4}`)}}`);
  const document = fallingMass({}, { parameters, sensors, tasks: names.map((id) => ({ id, text: id, answer })) });
  await openStill(page, documentHash(document));
  for (const name of names) await expect(page.getByLabel(`${name}, number`)).toHaveValue('1');
  const field = page.getByLabel('__proto__, number');
  await enter(field, '3');
  await expect(page.locator(finished)).toBeVisible();
  await expect(field).toHaveValue('3');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  for (const [i] of names.entries()) {
    const task = page.locator('.task').nth(i);
    await task.getByLabel('this').check();
    await task.getByLabel('that').check();
    await task.getByRole('button', { name: 'Check' }).click();
    await expect(task.locator('.feedback')).toContainText('✓');
  }
});

test('A model that exceeds the memory reports it, and the next one runs', async ({ page }) => {
  await page.goto(`./${documentHash(tooLarge)}`);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await expect(run.or(page.locator('.model-page[data-phase=stopped]')).first()).toBeVisible();
  if (await run.isVisible()) await run.click();
  await expect(page.locator('.run-sentence')).toContainText('Out of memory');
  await expect(page.locator('.run-sentence')).toContainText('512 MiB');
  await openModel(page, documentHash(fallingMass({})));
});
