interface Choice {
  /** The endings or types that are offered. */
  accept?: string;
  multiple?: boolean;
  /** A whole folder. */
  folder?: boolean;
}

/** The files that a person chooses; none if the person cancels. */
export function chooseFiles({ accept = '', multiple = false, folder = false }: Choice): Promise<File[]> {
  const input = document.createElement('input');
  [input.type, input.accept, input.multiple, input.webkitdirectory] = ['file', accept, multiple, folder];
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
