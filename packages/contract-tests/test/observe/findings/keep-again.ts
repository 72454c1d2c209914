// Keeps exchanges under an overlay in a process of its own, because a process has one document: node keep-again.ts EXCHANGES OVERLAY
import { readFileSync } from 'node:fs';
import { useOverlays } from '@escrow-kit/spec/overlay';

const [, , file = '', overlay = ''] = process.argv;
await useOverlays([overlay]);
const { createKeeper, readRaw } = await import('./raw-exchanges.ts');
const exchanges = readRaw(readFileSync(file, 'utf8'));
process.stdout.write(JSON.stringify(createKeeper(exchanges)(exchanges)));
