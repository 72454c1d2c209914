import { startBrowser } from '@escrow-kit/suite/start-browser';

let browser: ReturnType<typeof startBrowser> | undefined;

/** The browser that the test files of a worker share. It ends with the worker; close the windows that you open. */
export function sharedBrowser(): ReturnType<typeof startBrowser> {
  browser ??= startBrowser();
  return browser;
}
