import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { firefoxPath } from './tests/e2e/firefox';
import { webkitIsHere } from './tests/e2e/webkit';

const port = Number(process.env.SLIPSTICK_PORT ?? 4391);

/** A Chromium of the system; if there is none, Playwright's. */
const chromium = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path && existsSync(path));

/**
 * The address bar's menu is a separate page in every window. It takes more time than most tests, and nobody sees it. Only the last such
 * list of a command line counts, so the list includes the features that Playwright disables (`chromiumSwitches` in playwright-core).
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
  // Long enough for a busy machine.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    serviceWorkers: 'block', // no cached files; offline.spec.ts allows them
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce', // nothing plays by itself
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
  // Playwright drives Chromium. elsewhere.spec.ts drives the Firefox and the WebKitGTK of the system if they are installed.
  projects: [
    { name: 'chromium', testIgnore: /elsewhere\.spec/ },
    ...(firefoxPath ? [{ name: 'firefox', testMatch: /elsewhere\.spec/ }] : []),
    // The process of WebKitGTK may crash on a busy machine. A test that passes only when repeated is reported as flaky.
    ...(webkitIsHere ? [{ name: 'webkit', testMatch: /elsewhere\.spec/, retries: 1 }] : []),
  ],
  // The production build, with the headers of vite.config.ts.
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
