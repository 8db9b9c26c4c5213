// Draws docs/work-precision.svg: a panel for each model, with logarithmic axes.

const panel = { width: 300, height: 260, left: 58, right: 12, top: 30, bottom: 46 };
const programs = [
  { key: 'here', name: 'Slipstick', color: '#0072b2' },
  { key: 'there', name: 'MuJoCo', color: '#d55e00' },
];

/** `rows`: {name, here, there}, where both lists contain {step, milliseconds, error in m}. */
export function workPrecision(rows) {
  const width = panel.width * rows.length;
  const panels = rows.map((row, i) => `<g transform="translate(${panel.width * i} 0)">${drawPanel(row, i === 0)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${panel.height}" width="${width}" height="${panel.height}" font-family="sans-serif" font-size="12" fill="#777">
<title>Error of the position after one second against the time that the second takes</title>
${panels.join('\n')}
</svg>
`;
}

function drawPanel(row, isFirst) {
  const all = programs.flatMap(({ key }) => row[key]).filter(({ error }) => error > 0);
  const x = axis(
    all.map(({ milliseconds }) => milliseconds),
    panel.left,
    panel.width - panel.right,
  ); // prettier-ignore
  const y = axis(
    all.map(({ error }) => error),
    panel.height - panel.bottom,
    panel.top,
  ); // prettier-ignore
  const bottom = panel.height - panel.bottom;
  return [
    `<text x="${panel.left}" y="16" font-weight="bold">${row.name}</text>`,
    ...x.ticks.map(
      ({ at, label }) =>
        `<path d="M${at} ${bottom}V${panel.top}" stroke="#7774"/><text x="${at}" y="${bottom + 16}" text-anchor="middle">${label}</text>`,
    ), // prettier-ignore
    ...y.ticks.map(
      ({ at, label }) =>
        `<path d="M${panel.left} ${at}H${panel.width - panel.right}" stroke="#7774"/><text x="${panel.left - 5}" y="${at + 4}" text-anchor="end">${label}</text>`,
    ), // prettier-ignore
    `<text x="${(panel.left + panel.width - panel.right) / 2}" y="${panel.height - 10}" text-anchor="middle">ms per second of motion</text>`,
    isFirst ? `<text transform="translate(12 ${(panel.top + bottom) / 2}) rotate(-90)" text-anchor="middle">error in m</text>` : '',
    ...programs.map((program, i) => curve(row[program.key], program, i, x.place, y.place)),
  ].join('\n');
}

function curve(points, { name, color }, number, x, y) {
  const places = points.filter(({ error }) => error > 0).map((point) => [x(point.milliseconds), y(point.error)].map((at) => at.toFixed(1)));
  const dots = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3"/>`);
  const key = `<text x="${panel.width - panel.right - 4}" y="${panel.top + 14 + 15 * number}" text-anchor="end" stroke="none">${name}</text>`;
  return `<g fill="${color}" stroke="${color}"><polyline points="${places.map((each) => each.join(',')).join(' ')}" fill="none"/>${dots.join('')}${key}</g>`;
}

/** A logarithmic axis from `begin` to `end` in the picture, over whole powers of ten. */
function axis(values, begin, end) {
  const logs = values.map(Math.log10);
  const [first, last] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))];
  const place = (value) => begin + ((Math.log10(value) - first) / (last - first)) * (end - begin);
  const every = Math.ceil((last - first) / 6);
  const powers = Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, i) => first + i * every);
  const label = (power) => (power >= -2 && power <= 3 ? String(Number((10 ** power).toPrecision(3))) : `1e${power}`);
  return { place, ticks: powers.map((power) => ({ at: place(10 ** power).toFixed(1), label: label(power) })) };
}
