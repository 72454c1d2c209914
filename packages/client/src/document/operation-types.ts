import type { SecretField } from '../generated/operations.ts';
import type { NotShownBody, operations } from '../generated/schema.ts';
import type { Secret } from './secret.ts';

/** The id of an operation of the document. */
export type OperationId = keyof operations;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type ContentOf<Message> = Message extends { content: infer Content } ? Content[keyof Content] : undefined;
type RequestBodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? {
      /** The body; what the service fixes may be left out. */
      body: ContentOf<Body>;
    }
  : operations[Id] extends { requestBody?: infer Body }
    ? {
        /** The body; what the service fixes may be left out. */
        body?: ContentOf<NonNullable<Body>>;
      }
    : { body?: never };

/** What an operation takes: path parameters, query and body, as the document states them. */
export type OperationInput<Id extends OperationId> = (Parameters<Id> extends { path: infer Path }
  ? {
      /** The parameters of the path, by their names. */
      path: Path;
    }
  : { path?: never }) &
  (Parameters<Id> extends { query: infer Query }
    ? {
        /** The parameters of the query, by their names. */
        query: Query;
      }
    : { query?: never }) &
  RequestBodyOf<Id>;

/** A value as the client hands it over: the fields that hold a token or a password are wrapped in a {@link Secret}. */
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

/** A body as the client hands it over. One that is not shown may be any JSON, or nothing. */
type BodyOf<Content> = NotShownBody extends Content ? unknown : Sealed<Content>;

/** The body of an operation's answer with this status, `unknown` where it is not shown. */
export type AnswerBody<Id extends OperationId, Status extends number> = operations[Id] extends {
  responses: Record<Status, infer Answer>;
}
  ? BodyOf<ContentOf<Answer>>
  : unknown;

/** The body of an operation's successful answer, `unknown` where it is not shown. */
export type SuccessBody<Id extends OperationId> = AnswerBody<Id, 200>;
