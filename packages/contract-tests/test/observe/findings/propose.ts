import type { OpenApiDocument } from '@escrow-kit/spec';
import { createFindings } from '../../../src/observe/findings/create-findings.ts';
import type { Finding } from '../../../src/observe/findings/finding.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { proposeOverlay } from '../../../src/observe/proposal/propose-overlay.ts';

/** What `create` returns for each index. */
export const times = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

/** What is found in exchanges, which `runOf` sees. */
export function findIn(exchanges: readonly KeptExchange[], runOf = (_exchange: KeptExchange): string => ''): Finding[] {
  const findings = createFindings();
  for (const exchange of exchanges) findings.add(exchange, runOf(exchange));
  return findings.list();
}

/** The overlay proposed for exchanges; empty if there is none. */
export const overlayOf = (exchanges: readonly KeptExchange[]): string => proposeOverlay(findIn(exchanges)) ?? '';

/** An operation of a document. */
export const operationOf = (document: OpenApiDocument, path: string, method: 'get' | 'post' | 'patch') =>
  document.paths[path]?.[method];
