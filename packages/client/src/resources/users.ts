import type { components } from '../generated/schema.ts';
import type { AnswerBody, SuccessBody } from '../operation-types.ts';
import type { CallOptions } from '../options.ts';

type Schemas = components['schemas'];

/** The generic Users API. Takes the API key (AUTH-11); rate limits are shown, their headers' names not (UAPI-6). */
export interface Users {
  /** Links a user (UAPI-1). Returns the whole envelope: `success`, `data`, `meta`. */
  link(user: Schemas['LinkUserRequest'], options?: CallOptions): Promise<AnswerBody<'linkUser', 200>>;
  /** Reads a user (UAPI-2). */
  get(userId: string, options?: CallOptions): Promise<AnswerBody<'getUser', 200>>;
  /** Changes name, phone or metadata (UAPI-3). The answer is not shown. */
  update(
    userId: string,
    changes: Schemas['UpdateUserRequest'],
    options?: CallOptions,
  ): Promise<SuccessBody<'updateUser'>>;
}
