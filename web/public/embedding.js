const coin = document.getElementById('coin');
const friction = document.getElementById('friction');
const readings = document.getElementById('readings');

friction.addEventListener('change', () => {
  document.getElementById('friction-value').value = Number(friction.value).toFixed(2);
  coin.setParameters({ mu: Number(friction.value) });
});

document.getElementById('read').addEventListener('click', async () => {
  const { time, sensors } = await coin.read();
  const lines = Object.entries(sensors).map(
    ([name, { values, unit }]) => `${name}: ${values.map((value) => value.toPrecision(5)).join(', ')} ${unit}`,
  );
  readings.textContent = [`t = ${time.toFixed(3)} s`, ...lines].join('\n');
});

coin.addEventListener('slipstick-run', ({ detail }) => {
  coin.dataset.phase = detail.phase;
});
