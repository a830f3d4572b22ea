/** Replaces what an element holds; nothing is changed when it would look the same, so that focus and selection stay. */
export function fill(element, nodes) {
  const next = document.createElement(element.tagName);
  next.append(...nodes);
  if (next.innerHTML === element.innerHTML) return;
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...nodes);
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** `name value`, as one of several facts in a line. */
export function fact(name, value) {
  const element = document.createElement('span');
  const strong = document.createElement('strong');
  strong.textContent = String(value);
  element.append(`${name} `, strong);
  return element;
}

/**
 * @param empty what is said when there are no rows
 * @param columns headings; `#` in front makes a column of numbers
 * @param rows cells: a text, or `{ text, tone, long, code, run }`, where `run` makes it a button
 */
export function table(empty, columns, rows) {
  if (rows.length === 0) {
    const nothing = document.createElement('p');
    nothing.className = 'empty';
    nothing.textContent = empty;
    return nothing;
  }
  const element = document.createElement('table');
  const head = element.createTHead().insertRow();
  const numeric = columns.map((column) => column.startsWith('#'));
  columns.forEach((column, index) => {
    const heading = document.createElement('th');
    heading.scope = 'col';
    heading.textContent = column.replace('#', '');
    if (numeric[index]) heading.className = 'number';
    head.append(heading);
  });
  const body = element.createTBody();
  rows.forEach((cells, row) => {
    const line = body.insertRow();
    cells.forEach((cell, index) => line.append(cellOf(cell, numeric[index] === true, `${row}-${index}`)));
  });
  const scroll = document.createElement('div');
  scroll.className = 'scroll';
  // What is too wide for the window can be scrolled by keyboard.
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'group');
  scroll.setAttribute('aria-label', `Table: ${columns.map((column) => column.replace('#', '')).join(', ')}`);
  scroll.append(element);
  return scroll;
}

function cellOf(cell, numeric, key) {
  const { text, tone = '', code = false, long = code, run } = typeof cell === 'object' ? cell : { text: String(cell) };
  const element = document.createElement('td');
  element.className = [numeric ? 'number' : '', long ? 'long' : '', tone].filter(Boolean).join(' ');
  if (run) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    button.textContent = text;
    button.dataset.key = key;
    button.addEventListener('click', run);
    element.append(button);
  } else if (code) {
    const inner = document.createElement('code');
    inner.textContent = text;
    element.append(inner);
  } else {
    element.textContent = text;
  }
  return element;
}
