import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { findOverlayFiles } from '@escrow-kit/spec/overlay';
import { optionOf } from '../deployment/deployment.ts';
import { HarError, readHar } from '../observe/har/read-har.ts';
import type { Observation } from '../observe/open-observation.ts';
import { routeCalls, routeEvents } from '../observe/proxy/route.ts';
import { type ProxyOptions, type RunningProxy, startProxy } from '../observe/proxy/start-proxy.ts';
import type { RawExchange } from '../observe/raw-exchange.ts';
import { formatObservationText } from '../observe/report/format-observation-text.ts';
import { type RunningObservation, startObservation, UnusableStoreError } from '../observe/start-observation.ts';
import type { ObserveOptions } from './observe-options.ts';
import { say } from './say.ts';
import { stopOnInterrupt } from './stop-on-interrupt.ts';
import { tellNews } from './tell-news.ts';
import { checkObservationFiles, writeObservation } from './write-observation.ts';

/** A run that takes in exchanges. */
interface Run {
  options: ObserveOptions;
  observation: Observation;
  signal: AbortSignal;
}

/**
 * Observes a deployment until a signal, or reads HAR files to their end. Then prints the report, writes the files, and returns the
 * exit code: 1 if something could not be observed, kept or read.
 */
export async function runObserve(options: ObserveOptions): Promise<number> {
  const { files, hars, warnings } = options;
  warnings.forEach(say);
  checkObservationFiles(files, findOverlayFiles(process.argv.slice(2), process.env));
  hars.forEach(checkHar);
  await using observation = await start(options);
  const earlier = await observation.report();
  if (earlier.exchanges > 0)
    say(`Goes on after ${countOf(earlier.exchanges)} of earlier runs. The report has what they showed.`);
  const { signal, end } = stopOnInterrupt('Stopped.');
  const news = tellNews(observation, files, earlier);
  const run = { options, observation, signal };
  const isWhole = await (hars.length > 0 ? readFiles(run) : standBetween(run)).finally(() => {
    news.stop();
    end();
  });
  const report = await observation.report();
  const { lost } = await observation.close();
  if (lost > 0) say(`${countOf(lost)} in the report could not be kept.`);
  process.stdout.write(formatObservationText(report));
  for (const line of writeObservation(report, files)) say(line);
  return isWhole && lost === 0 ? 0 : 1;
}

function checkHar(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new CommandLineError(`--har ${file} can't be read. Name a HAR file.`);
  }
}

async function start(options: ObserveOptions): Promise<RunningObservation> {
  const { stores, credentials, webhookSecret, keepsUnknownValues } = options;
  try {
    return await startObservation({ stores, credentials, webhookSecret, keepsUnknownValues }, say);
  } catch (error) {
    if (!(error instanceof UnusableStoreError)) throw error;
    throw new CommandLineError(`--store can't be used: ${error.message}`, { cause: error });
  }
}

/** Returns whether all of each file was read. */
async function readFiles({ options: { hars, hosts, webhooksTo }, observation, signal }: Run): Promise<boolean> {
  let isWhole = true;
  const onExchange = (exchange: RawExchange): Promise<void> => {
    signal.throwIfAborted();
    return observation.add(exchange);
  };
  for (const file of hars) {
    try {
      const { taken, foreign } = await readHar(file, { hosts, webhooksTo, onExchange });
      say(`${file}: ${countOf(taken)}. ${foreign} of other addresses ${foreign === 1 ? 'is' : 'are'} left out.`);
    } catch (error) {
      if (!signal.aborted && !(error instanceof HarError)) throw error;
      say((error as Error).message);
      isWhole = false;
    }
  }
  return isWhole;
}

/** Stands between application and service until the signal. Returns whether all exchanges were observed. */
async function standBetween({ options, observation, signal }: Run): Promise<boolean> {
  const { hosts, port, webhooksFrom, webhooksTo } = options;
  const tellFailure = createFailureTeller();
  let unjudged = 0;
  // The traffic of an application outlives a bug of its observer.
  const onExchange = async (exchange: RawExchange): Promise<void> => {
    tellFailure(exchange);
    await observation.add(exchange).catch((error: unknown) => {
      if (unjudged === 0) say(`An exchange can't be judged, which is a bug: ${describeBug(error)}`);
      unjudged += 1;
    });
  };
  await using proxies = new AsyncDisposableStack();
  const start = async (option: string, own: Omit<ProxyOptions, 'onExchange'>): Promise<RunningProxy> => {
    const proxy = await startProxy({ ...own, onExchange }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandLineError(
        `${option}: port ${own.port} can't be used (${error.code}). Choose another, or 0 for a free one.`,
      );
    });
    return proxies.adopt(proxy, ({ close }) => close());
  };
  const started = [await start('--port', { kind: 'call', port, route: routeCalls(hosts) })];
  say(
    `Passes calls on to ${[...new Set(Object.values(hosts))].join(', ')}: give your application ${started[0]?.url} as the address of every host.`,
  );
  if (webhooksFrom !== undefined && webhooksTo !== undefined) {
    const events = await start('--webhooks-from', {
      kind: 'event',
      port: webhooksFrom,
      route: routeEvents(webhooksTo),
    });
    started.push(events);
    say(`Passes events on to ${webhooksTo}: have the service send them to ${events.url}.`);
  }
  say(`Keeps what it learns in ${options.stores[0]}, without secrets and personal data. Ctrl-C ends with the report.`);
  if (!signal.aborted) await once(signal, 'abort');
  await proxies.disposeAsync();
  const leftOut = started.reduce((sum, proxy) => sum + proxy.leftOut(), 0);
  const malformed = started.reduce((sum, proxy) => sum + proxy.malformed(), 0);
  if (malformed > 0) say(`${malformed} malformed ${malformed === 1 ? 'request was' : 'requests were'} refused.`);
  if (leftOut > 0) say(`${countOf(leftOut)} passed through unobserved, because they came too fast.`);
  if (unjudged > 0) say(`${countOf(unjudged)} passed through unjudged, because of a bug.`);
  return leftOut + unjudged === 0;
}

/** Without the message, which may quote what was judged. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = error.stack?.match(/^ +at .*$/gm) ?? [];
  return [error.name, ...places].join('\n');
}

/** Tells once for each reason that no answer came. */
function createFailureTeller(): (exchange: RawExchange) => void {
  const told = new Set<string>();
  return ({ kind, host, failure, response }) => {
    if (failure === undefined || response || failure === 'CLIENT_CLOSED') return;
    const line =
      kind === 'event'
        ? `Your application gave no answer to an event (${failure}). Check --webhooks-to.`
        : `The host "${host}" gave no answer (${failure}). Check ${optionOf(`${host}Url`)}.`;
    if (!told.has(line)) say(line);
    told.add(line);
  };
}

const countOf = (exchanges: number): string => `${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
