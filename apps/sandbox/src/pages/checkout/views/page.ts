import type { HtmlEscapedString } from 'hono/utils/html';

/** A piece of a page, its texts escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A page without its layout. */
export interface Page {
  status: number;
  title: string;
  body: Html;
  /** The address to which the browser continues automatically. */
  goesOnTo?: string | undefined;
}

/** A mistake in a form, shown above it and at its field. */
export interface FieldError {
  /** The id of the field. */
  field: string;
  message: string;
}
