// Written by npm run reference: `catalogue()` of core/program/catalogue.h.
export const catalogue = {
  "lists": [
    {
      "name": "nodes",
      "kind": "node"
    },
    {
      "name": "objects",
      "kind": "object"
    },
    {
      "name": "markers",
      "kind": "marker"
    },
    {
      "name": "loads",
      "kind": "load"
    },
    {
      "name": "sensors",
      "kind": "sensor"
    }
  ],
  "plots": [
    "over",
    "map",
    "sensors"
  ],
  "display": [
    {
      "name": "plots",
      "isList": true,
      "pages": [
        "over",
        "map",
        "sensors"
      ]
    },
    {
      "name": "camera",
      "isList": false,
      "pages": [
        "camera"
      ]
    },
    {
      "name": "ground",
      "isList": false,
      "pages": [
        "ground"
      ]
    },
    {
      "name": "arrows",
      "isList": true,
      "pages": [
        "vector"
      ]
    },
    {
      "name": "contour",
      "isList": false,
      "pages": [
        "contour"
      ]
    },
    {
      "name": "presets",
      "isList": true,
      "pages": [
        "preset"
      ]
    },
    {
      "name": "stability",
      "isList": false,
      "pages": [
        "stability"
      ]
    },
    {
      "name": "gallery",
      "isList": false,
      "pages": [
        "gallery"
      ]
    }
  ],
  "remarks": {
    "right": "Right.",
    "partlyRight": "Partly right.",
    "wrong": "Not right.",
    "tooSmall": "Not right: too small.",
    "tooLarge": "Not right: too large.",
    "nothingChosen": "Nothing was chosen.",
    "noSuchChoice": "There is no such choice.",
    "notANumber": "This is not a number.",
    "hasNoUnit": "This number has no unit.",
    "unknownUnit": "The unit “{unit}” is unknown here.",
    "otherUnit": "“{unit}” does not fit: this number is in {wanted}.",
    "answerWithoutMeasure": "There is no right answer: {measure} has no value, {reason}.",
    "answerNotFinite": "There is no right answer: it is not a finite number.",
    "noRun": "There is no run.",
    "valueNotANumber": "The value of '{name}' is not a number.",
    "valueFixed": "'{name}' must stay as it is.",
    "valueBelow": "'{name}' must be {min} or more, got {value}.",
    "valueAbove": "'{name}' must be {max} or less, got {value}.",
    "runImpossible": "The run cannot start: {reason}",
    "runFailed": "The run failed: {reason}",
    "conditionMet": "The run meets the condition.",
    "conditionNotMet": "The run does not meet the condition.",
    "conditionWithoutMeasure": "The run does not meet the condition: {measure} has no value, {reason}.",
    "conditionNotFinite": "The run does not meet the condition: its value is not a finite number.",
    "noCurve": "There is no curve.",
    "noSuchCurve": "The run has no such curve.",
    "curveTooShort": "The curve does not reach from start to end.",
    "curveAway": "The curve deviates by {percent} % of its range on average."
  }
} as const;
