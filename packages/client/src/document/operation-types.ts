import type { NotShownBody, operations, SecretField } from './registered.ts';
import type { Secret } from './secret.ts';

/** The ID of an operation of the document. */
export type OperationId = keyof operations;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type ContentOf<Message> = Message extends { content: infer Content } ? Content[keyof Content] : undefined;
type RequestBodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? {
      /** The body. You may leave out what the service fixes. */
      body: ContentOf<Body>;
    }
  : operations[Id] extends { requestBody?: infer Body }
    ? {
        /** The body. You may leave out what the service fixes. */
        body?: ContentOf<NonNullable<Body>>;
      }
    : { body?: never };

/** The input of an operation: the parameters of its path, its query and its headers, and the body, as the document states them. */
export type OperationInput<Id extends OperationId> = Pick<
  Parameters<Id>,
  keyof Parameters<Id> & ('path' | 'query' | 'header')
> &
  RequestBodyOf<Id>;

/** A value as the client returns it: fields that hold a token or a password are wrapped in a {@link Secret}. */
type Sealed<Value> = Value extends string | number | boolean
  ? Value
  : Value extends readonly (infer Item)[]
    ? Sealed<Item>[]
    : Value extends object
      ? {
          [Name in keyof Value]: Name extends SecretField
            ? Secret<Name> | Extract<Value[Name], undefined>
            : Sealed<Value[Name]>;
        }
      : Value;

/** A body as the client returns it. If it is not shown, it may be any JSON, or nothing. */
type BodyOf<Content> = NotShownBody extends Content ? unknown : Sealed<Content>;

/** The body of an operation's answer with this status; `unknown` if it is not shown. */
export type AnswerBody<Id extends OperationId, Status extends number> = operations[Id] extends {
  responses: Record<Status, infer Answer>;
}
  ? BodyOf<ContentOf<Answer>>
  : unknown;

type SuccessStatus<Id extends OperationId> = Extract<keyof operations[Id]['responses'], 200 | 201 | 202 | 203 | 204>;

/** The body of an operation's successful answer; `unknown` if it is not shown. */
export type SuccessBody<Id extends OperationId> = [SuccessStatus<Id>] extends [never]
  ? unknown
  : { [Status in SuccessStatus<Id>]: AnswerBody<Id, Status> }[SuccessStatus<Id>];
