import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { firefoxPath } from './tests/e2e/firefox';
import { webkitIsHere } from './tests/e2e/webkit';

const port = Number(process.env.SLIPSTICK_PORT ?? 4391);

/** A Chromium of the system; without one, Playwright's own. */
const chromium = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path && existsSync(path));

/**
 * The menu of the address bar is a page of its own in every window: it took more than most of what is tested, and nobody sees it. Only the
 * last list of a command line counts, so what Playwright switches off stands here too (`chromiumSwitches` in playwright-core).
 */
const switchedOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'build/e2e',
  fullyParallel: true,
  workers: 2,
  // Long enough for a machine that does much else.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    serviceWorkers: 'block', // each test has what it was given; offline.spec.ts has its own
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false }, // both take a third of the time
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${switchedOff.join()}`,
      ],
    },
  },
  // Playwright drives Chromium. elsewhere.spec.ts drives the Firefox and the WebKitGTK of the system, where these are installed.
  projects: [
    { name: 'chromium', testIgnore: /elsewhere\.spec/ },
    ...(firefoxPath ? [{ name: 'firefox', testMatch: /elsewhere\.spec/ }] : []),
    ...(webkitIsHere ? [{ name: 'webkit', testMatch: /elsewhere\.spec/ }] : []),
  ],
  // The production build, with the headers of vite.config.ts.
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
