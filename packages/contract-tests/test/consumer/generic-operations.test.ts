import { interaction } from './interaction/interaction.ts';

// Nine operations are named by path and purpose only: what they take is not shown. This one takes nothing.
interaction('UAPI-7 webhooks are listed', 'listWebhooks', {
  // The operation is named. That it succeeds without any parameter is not said.
  basis: 'assumed',
});
