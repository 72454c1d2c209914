import { inject } from 'vitest';
import './provided-context.ts';

/** Whether this is `pnpm soak`, where everything is repeated and every variant is run. */
export const isSoak: boolean = inject('isSoak');

/** How often to repeat something: seldom in `npm test`, often in `pnpm soak`. */
export function repeats({ test, soak }: { test: number; soak: number }): number {
  return isSoak ? soak : test;
}
