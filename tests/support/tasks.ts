import { beforeEach } from 'vitest';
import { TaskState } from '../../web/src/state/tasks';
import { testEngine } from './engine';
import { taskDocument } from './models';
import { emptyStorage } from './storage';

const engine = await testEngine();
export const tasks = (await engine.check(JSON.stringify(taskDocument))).model?.tasks ?? [];

/** The browser's storage, empty at the start of each test. */
let storage = emptyStorage();
beforeEach(() => {
  storage = emptyStorage();
});
export const forget = (): void => storage.clear();

/** Opens the answers to the tasks of a document, as a page does. */
export async function openTasks(seed?: string, document = taskDocument): Promise<TaskState> {
  const book = new TaskState(
    (submission, whole) => engine.grade(submission, whole),
    () => storage,
  );
  await book.open(document, seed);
  return book;
}
