import { inject } from 'vitest';
import './provided-context.ts';

/** Whether this is `pnpm soak`, which repeats everything and runs every variant. */
export const isSoak: boolean = inject('isSoak');

/** How often to repeat something: a few times in `npm test`, many times in `pnpm soak`. */
export function repeats({ test, soak }: { test: number; soak: number }): number {
  return isSoak ? soak : test;
}
