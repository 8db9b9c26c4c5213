// Says on the page if a browser lacks what Slipstick needs, and gives it a language if it has none. Browsers of any age read this file, so it is written in the JavaScript of 2009.
// README, docs/about.md and wasm/engine/module.ts state the versions that follow from this table; tests/web/browsers.test.ts compares them.
var slipstickBrowsers = (function () {
  'use strict';

  // uPlot formats numbers in the language of the browser. WebKit on Linux may name one that does not exist, "C", and then throws.
  if (window.Intl && window.navigator) {
    try {
      new Intl.NumberFormat(navigator.language);
    } catch (error) {
      Object.defineProperty(navigator, 'language', { value: 'en' });
    }
  }

  function css(property, value) {
    return function () {
      if (!window.CSS || !CSS.supports) return false;
      return value ? CSS.supports(property, value) : CSS.supports(property);
    };
  }

  /** Whether a WebAssembly module of one function without parameters is valid. */
  function compiles(resultTypes, body) {
    return function () {
      if (typeof WebAssembly !== 'object') return false;
      var type = [1, 0x60, 0].concat(resultTypes);
      var code = [1, body.length + 2, 0].concat(body, 0x0b);
      var bytes = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0].concat(1, type.length, type, 3, 2, 1, 0, 10, code.length, code);
      return WebAssembly.validate(new Uint8Array(bytes));
    };
  }

  /** `since`: the first Chrome (and Edge), Firefox and Safari; `data`: the place in @mdn/browser-compat-data; `here`: whether it is there. */
  var table = [
    {
      name: 'WebAssembly with SIMD',
      data: 'webassembly.fixed-width-SIMD',
      since: [91, 89, 16.4],
      here: compiles([1, 0x7b], [0x41, 0, 0xfd, 0x0f]) // i8x16.splat(0)
    },
    {
      name: 'WebAssembly with exceptions',
      data: 'webassembly.exception-handling',
      since: [95, 100, 15.2],
      here: compiles([0], [0x06, 0x40, 0x19, 0x0b]) // try catch_all end
    },
    // A browser shows these only by starting a worker. All that know :has() have them.
    { name: 'module workers', data: 'api.Worker.Worker.ecmascript_modules', since: [80, 114, 15], here: null },
    {
      name: 'arrays of ES2023',
      data: 'javascript.builtins.Array.toReversed',
      since: [110, 115, 16],
      here: function () {
        return 'toReversed' in Array.prototype;
      }
    },
    {
      name: 'lookbehind in regular expressions',
      data: 'javascript.regular_expressions.lookbehind_assertion',
      since: [62, 78, 16.4],
      here: function () {
        try {
          return new RegExp('(?<=a)b').test('ab');
        } catch (error) {
          return false;
        }
      }
    },
    {
      name: 'static blocks in classes', // the build may leave these: its target is ES2022
      data: 'javascript.classes.static.initialization_blocks',
      since: [94, 93, 16.4],
      here: null
    },
    {
      name: 'decompression streams',
      data: 'api.DecompressionStream',
      since: [80, 113, 16.4],
      here: function () {
        return 'DecompressionStream' in window;
      }
    },
    {
      name: 'cascade layers',
      data: 'css.at-rules.layer',
      since: [99, 97, 15.4],
      here: function () {
        return 'CSSLayerBlockRule' in window;
      }
    },
    { name: 'container queries', data: 'css.at-rules.container', since: [105, 110, 16], here: css('container-type', 'size') },
    { name: ':has()', data: 'css.selectors.has', since: [105, 121, 15.4], here: css('selector(:has(a))') },
    {
      name: 'the unit dvh',
      data: 'css.types.length.viewport_percentage_units_dynamic',
      since: [108, 101, 15.4],
      here: css('height', '1dvh')
    },
    {
      name: 'color-mix()',
      data: 'css.types.color.color-mix',
      since: [111, 113, 16.2],
      here: css('color', 'color-mix(in srgb, red, blue)')
    },
    {
      name: 'subgrids',
      data: 'css.properties.grid-template-columns.subgrid',
      since: [117, 71, 16],
      here: css('grid-template-columns', 'subgrid')
    }
  ];

  function oldest(browser) {
    var version = 0;
    for (var i = 0; i < table.length; i++) version = Math.max(version, table[i].since[browser]);
    return version;
  }
  var versions = 'Chrome or Edge ' + oldest(0) + ', Firefox ' + oldest(1) + ', Safari ' + oldest(2) + ' or newer';

  /** The names of features that this browser lacks. */
  function lacking() {
    var names = [];
    for (var i = 0; i < table.length; i++) if (table[i].here && !table[i].here()) names.push(table[i].name);
    return names;
  }

  function report(names) {
    var message = document.createElement('p');
    var title = document.createElement('b'); // start.js takes an element without children for a page that stayed empty
    title.appendChild(document.createTextNode('This browser is too old for Slipstick.'));
    message.setAttribute('role', 'alert');
    message.setAttribute('style', 'margin: 0; padding: 12px 16px; background: #fff; color: #b00020; font: 16px sans-serif');
    message.appendChild(title);
    message.appendChild(document.createTextNode(' It lacks ' + names.join(', ') + '. Please use ' + versions + '.'));
    document.body.insertBefore(message, document.body.firstChild);
  }

  var names = lacking();
  if (names.length > 0) report(names);
  return { features: table, needed: versions, missing: lacking };
})();
