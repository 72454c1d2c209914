import { useOverlays } from '@escrow-kit/spec/overlay';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The overlay that the files of this project run under. */
    overlay: string;
  }
}

await useOverlays([inject('overlay')]);
