// Judges exchanges under an overlay in a process of its own, because a process has one document: node judge-again.ts EXCHANGES OVERLAY
import { readFileSync } from 'node:fs';
import { useOverlays } from '@escrow-kit/spec/overlay';

const [, , file = '', overlay = ''] = process.argv;
await useOverlays([overlay]);
const { createKeeper, readRaw } = await import('../support/raw-exchanges.ts');
const { findIn } = await import('./propose.ts');
const exchanges = readRaw(readFileSync(file, 'utf8'));
const kept = createKeeper(exchanges)(exchanges);
process.stdout.write(JSON.stringify({ kept, found: findIn(kept) }));
