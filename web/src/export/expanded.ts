import type { ModelDocument } from '../state/document';
import type { Session } from '../state/session';

/** The model with creators expanded and formulas evaluated. */
export async function expandedModel({ runner, opened, parameters }: Session): Promise<ModelDocument> {
  const engine = await runner.prepare();
  return JSON.parse(await engine.expand(opened?.text ?? '', parameters.values)) as ModelDocument;
}
