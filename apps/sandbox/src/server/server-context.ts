import type { ControlContext } from '../control/control-call.ts';
import type { PagesContext } from '../pages/pages-context.ts';
import type { ServiceContext } from '../service/service-context.ts';
import type { RuleImplementations } from './rule-implementations.ts';

/** The context of one running sandbox, which its parts share. */
export interface ServerContext extends ServiceContext, PagesContext, ControlContext {
  /** The id of the data, which every answer carries. */
  instance: string;
  /** The origins whose pages may call the operations and read their answers. */
  allowedOrigins: ReadonlySet<string>;
  rules: RuleImplementations;
}
