import { msg } from '@lit/localize';

const [open, close] = ['<script type="application/json" id="model">', '</script>'];
const model = new RegExp(`${open}(.*?)${close}`, 's');

/** Inserts a model into a page in one file. The Python package does the same (`page()` in viewer.py). */
export function withModel(page: string, data: object): string {
  const parts = page.split(`${open}null${close}`);
  if (parts.length !== 2) throw new Error(msg('The page for a single model is damaged.'));
  return parts.join(open + JSON.stringify(data).replaceAll('<', '\\u003c') + close); // "</script>" in a text would end the element
}

/** The JSON of the model in a page; undefined if the text is no such page. */
export function modelIn(page: string): string | undefined {
  return model.exec(page)?.[1];
}
