import { type Method, openApiDocument } from '@escrow-kit/spec';

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const satisfies Method[];

/** Every documented answer, as `<operationId> <status>`. The webhook's answers are the receiver's, not the service's. */
export const documentedAnswers: readonly string[] = Object.values(openApiDocument.paths).flatMap((item) =>
  methods.flatMap((method) => {
    const operation = item[method];
    return Object.keys(operation?.responses ?? {}).map((status) => `${operation?.operationId} ${status}`);
  }),
);
