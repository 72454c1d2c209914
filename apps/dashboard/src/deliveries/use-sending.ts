import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type Move, useMove } from '../ui/use-move.ts';

/** Delivers what is due now. */
export function useDrain(): Move<void, ControlSchema<'Action'>[]> {
  return useMove((control) => control.drain(), {
    done: ({ length }) => (length === 0 ? 'Nothing is due yet' : `Done: ${length} were due`),
  });
}

/** Sends a delivery again, by its id. */
export function useRedeliver() {
  return useMove((control, deliveryId: string) => control.redeliver(deliveryId), {
    done: 'It is due again and goes out at once',
  });
}
