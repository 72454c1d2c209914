import type { HtmlEscapedString } from 'hono/utils/html';

/** A piece of a page, its texts escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A page before it gets its frame. */
export interface Page {
  status: number;
  title: string;
  body: Html;
  /** Where the browser goes on to by itself. */
  goesOnTo?: string | undefined;
}

/** Something wrong in a form, said above it and at its field. */
export interface FieldError {
  /** The id of the field. */
  field: string;
  message: string;
}
