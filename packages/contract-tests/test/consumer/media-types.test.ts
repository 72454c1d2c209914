import { findOperation, operations } from './interaction/find-operation.ts';
import { refusal } from './interaction/refusal.ts';
import { samples } from './interaction/samples.ts';

// The text has the sample's fields, so that only the media type can be the reason.
for (const operation of operations.keys()) {
  const { body } = samples[operation].request;
  const { responses } = findOperation(operation).operation;
  if (body === undefined || !('415' in responses)) continue;
  refusal(`ERR-1 ${operation} with a body of another media type is refused, with any answer`, operation, {
    basis: 'assumed',
    mediaType: 'text/plain',
    status: 415,
  });
}
