import { type Method, methods, type Operation, type PathItem } from './document.ts';

/** The place of an operation in a document. */
export interface OperationPlace {
  path: string;
  item: PathItem;
  method: Method;
  definition: Operation;
}

/** Lists the operations of paths or webhooks, in their order. */
export function operationsIn(items: Record<string, PathItem>): OperationPlace[] {
  return Object.entries(items).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const definition = item[method];
      return definition ? [{ path, item, method, definition }] : [];
    }),
  );
}
