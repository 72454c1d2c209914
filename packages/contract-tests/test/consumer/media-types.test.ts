import { refusal } from './interaction/interaction.ts';

// The text has the sample's fields, so that only the media type can be the reason.
refusal('ERR-1 a body of another media type is refused, with any answer', 'createContract', {
  by: 'ERR-1c',
  mediaType: 'text/plain',
  status: 415,
});
