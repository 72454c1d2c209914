import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { readOverlays } from '@escrow-kit/spec/overlay';
import { createFindings } from '../../../src/observe/findings/create-findings.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { proposeOverlay } from '../../../src/observe/proposal/propose-overlay.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** What `create` returns for each index. */
export const times = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

/** The overlay proposed for exchanges. */
export function overlayOf(exchanges: readonly KeptExchange[]): string | undefined {
  const findings = createFindings();
  for (const exchange of exchanges) findings.add(exchange);
  return proposeOverlay(findings.list(), openApiDocument);
}

/** The document under the overlay as it was proposed. */
export async function documentUnder(overlay: string | undefined): Promise<OpenApiDocument> {
  const file = join(temporaryFolder(), 'deployment.overlay.yaml');
  writeFileSync(file, overlay ?? '');
  return readOverlays([file]);
}

/** An operation of a document. */
export const operationOf = (document: OpenApiDocument, path: string, method: 'get' | 'post' | 'patch') =>
  document.paths[path]?.[method];
