import * as browser from '@escrow-kit/suite/start-browser';
import { inject } from 'vitest';
import './context/provided-context.ts';

/** Connects to the browser of this run. Closing the connection leaves it running. */
export function connectBrowser(): ReturnType<typeof browser.connectBrowser> {
  return browser.connectBrowser(inject('browserEndpoint'));
}
