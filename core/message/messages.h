// The messages that people meet in the gallery, in Build, with sliders and with tasks: codes and English texts. web/src/engine/messages.ts
// has a line for each code, which the page translates; a test compares the two. docs/developing.md: "Add a message".
#pragma once

#include "core/message/message.h"

namespace slipstick::messages {

/// A value with its unit, of which "" is possible: "2" and " (m)".
inline constexpr MessageTemplate withUnit{"withUnit", "{0}{1}"};

// Values that a document gives, and what they must be.
inline constexpr MessageTemplate mustBe{"mustBe", "must be {0}, got {1}"};
inline constexpr MessageTemplate mustBeBetween{"mustBeBetween", "must be between {0} and {1}, got {2}"};
inline constexpr MessageTemplate mustBeAtLeast{"mustBeAtLeast", "must be at least {0}, got {1}"};
inline constexpr MessageTemplate mustBeAtMost{"mustBeAtMost", "must be at most {0}, got {1}"};
inline constexpr MessageTemplate mustBeOneOf{"mustBeOneOf", "must be one of {0}, got {1}"};
inline constexpr MessageTemplate mustNotBeBelowMin{"mustNotBeBelowMin", "must not be below min, {0}, got {1}"};
inline constexpr MessageTemplate mustBeLessThan{"mustBeLessThan", "must be less than {0}, got {1}"};
inline constexpr MessageTemplate directionOfZeros{"directionOfZeros", "must be a direction, got zeros"};
inline constexpr MessageTemplate directionOfLength{"directionOfLength", "must be a direction of length 1, got one of length {0}"};
inline constexpr MessageTemplate mustGiveNumber{"mustGiveNumber", "must give a number"};
inline constexpr MessageTemplate zeroOrMore{"zeroOrMore", "0 or more"};
inline constexpr MessageTemplate moreThanZero{"moreThanZero", "more than 0"};
inline constexpr MessageTemplate oneOrMore{"oneOrMore", "1 or more"};
inline constexpr MessageTemplate betweenZeroAndOne{"betweenZeroAndOne", "between 0 and 1"};
inline constexpr MessageTemplate moreThanZeroLessThanOne{"moreThanZeroLessThanOne", "more than 0 and less than 1"};
inline constexpr MessageTemplate moreThanZeroAtMostOne{"moreThanZeroAtMostOne", "more than 0 and at most 1"};
inline constexpr MessageTemplate aNumber{"aNumber", "a number"};
inline constexpr MessageTemplate aWholeNumber{"aWholeNumber", "a whole number"};
inline constexpr MessageTemplate numberOrFormula{"numberOrFormula", "a number or a formula"};
inline constexpr MessageTemplate aText{"aText", "a text"};
inline constexpr MessageTemplate aList{"aList", "a list"};
inline constexpr MessageTemplate anObject{"anObject", "an object"};
inline constexpr MessageTemplate emptyList{"emptyList", "an empty list"};
inline constexpr MessageTemplate listOf{"listOf", "a list of {0}"};
inline constexpr MessageTemplate listOfNumbers{"listOfNumbers", "a list of {0} numbers"};
inline constexpr MessageTemplate numbers{"numbers", "a list of numbers"};
inline constexpr MessageTemplate trueOrFalse{"trueOrFalse", "true or false"};
inline constexpr MessageTemplate rotationMatrix{"rotationMatrix", "a rotation matrix"};
inline constexpr MessageTemplate nameOrNumberOf{"nameOrNumberOf", "the name or number of {0}"};
inline constexpr MessageTemplate nameOrNumberOfBody{"nameOrNumberOfBody", "the name or number of a body, or null for ground"};
inline constexpr MessageTemplate aNode{"aNode", "a node"};
inline constexpr MessageTemplate aMarker{"aMarker", "a marker"};
inline constexpr MessageTemplate aSensor{"aSensor", "a sensor"};
inline constexpr MessageTemplate aLoad{"aLoad", "a load"};

// Keys and names.
inline constexpr MessageTemplate missing{"missing", "'{0}' is missing"};
inline constexpr MessageTemplate missingWith{"missingWith", "'{0}' is missing: {1}"};
inline constexpr MessageTemplate unknownKey{"unknownKey", "unknown key {0}"};
inline constexpr MessageTemplate didYouMean{"didYouMean", "{0}; did you mean {1}?"};
inline constexpr MessageTemplate notCalled{"notCalled", "no {0} is called {1}"};
inline constexpr MessageTemplate calledTwice{"calledTwice", "another {0} is called {1} too"};
inline constexpr MessageTemplate node{"node", "node"};
inline constexpr MessageTemplate object{"object", "object"};
inline constexpr MessageTemplate marker{"marker", "marker"};
inline constexpr MessageTemplate load{"load", "load"};
inline constexpr MessageTemplate sensor{"sensor", "sensor"};
inline constexpr MessageTemplate parameter{"parameter", "parameter"};
inline constexpr MessageTemplate input{"input", "input"};
inline constexpr MessageTemplate cableOrBelt{"cableOrBelt", "cable or belt"};
inline constexpr MessageTemplate noObjectBefore{"noObjectBefore", "there is no object {0} before this entry"};
inline constexpr MessageTemplate definedTwice{"definedTwice", "{0} is defined twice"};
inline constexpr MessageTemplate keyTwice{"keyTwice", "the key occurs twice in its object"};
inline constexpr MessageTemplate aFunction{"aFunction", "a function"};
inline constexpr MessageTemplate anOperator{"anOperator", "an operator"};
inline constexpr MessageTemplate reserved{"reserved", "{0} is reserved: in formulas it is {1}, and cannot be used as a name"};
inline constexpr MessageTemplate noName{"noName",
                                        "{0} cannot be a name: a name starts with a letter or _, followed by letters, digits and _"};

// Warnings before a run.
inline constexpr MessageTemplate sameStart{"sameStart",
                                           "both ends start at the same point, where the direction of the spring is undefined"};
inline constexpr MessageTemplate sameBody{"sameBody", "has no effect: both markers are on the same body"};
inline constexpr MessageTemplate bothGround{"bothGround", "has no effect: both markers are on the ground"};
inline constexpr MessageTemplate noMass{"noMass",
                                        "the body has no mass: it does not accelerate, but moves at once to where its forces balance"};
inline constexpr MessageTemplate discAbovePlane{
    "discAbovePlane", "the centre of the disc is {0} m above the plane at the start, but a disc that touches it is {1} m above"};

// Errors of JSON.
inline constexpr MessageTemplate notValidJson{"notValidJson", "not valid JSON at line {0}, column {1}: {2}"};
inline constexpr MessageTemplate commaMissing{"commaMissing", "a comma is missing before this"};
inline constexpr MessageTemplate colonMissing{"colonMissing", "a : is missing after the key"};
inline constexpr MessageTemplate commaBefore{"commaBefore", "there must be no comma before {0}"};
inline constexpr MessageTemplate textEnds{"textEnds", "the text ends before it is complete"};
inline constexpr MessageTemplate noComments{"noComments", "JSON has no comments"};
inline constexpr MessageTemplate doubleQuotes{"doubleQuotes", "write keys and texts in double quotes"};

// Errors of formulas.
inline constexpr MessageTemplate inFormula{"inFormula", "in {0} at character {1}: {2}"};
inline constexpr MessageTemplate unknownName{"unknownName", "unknown name {0}"};
inline constexpr MessageTemplate unknownFunction{"unknownFunction", "unknown function {0}"};
inline constexpr MessageTemplate knownNames{"knownNames", "{0}; known names: {1}"};
inline constexpr MessageTemplate pointForComma{"pointForComma", "{0}; write a number with a point: {1}"};
inline constexpr MessageTemplate removeUnit{"removeUnit", "{0}; remove the unit: {1}"};
inline constexpr MessageTemplate expectedValue{"expectedValue", "expected a value, got {0}"};
inline constexpr MessageTemplate theEnd{"theEnd", "the end of the formula"};
inline constexpr MessageTemplate expectedOperator{"expectedOperator", "expected an operator before {0}"};
inline constexpr MessageTemplate openBracket{"openBracket", "the bracket {0} is not closed"};
inline constexpr MessageTemplate openQuote{"openQuote", "the closing quote is missing"};
inline constexpr MessageTemplate emptyFormula{"emptyFormula", "the formula is empty"};
inline constexpr MessageTemplate powerSign{"powerSign", "write a power with ^, not with **"};
inline constexpr MessageTemplate unknownCharacter{"unknownCharacter", "unknown character {0}"};
inline constexpr MessageTemplate argumentCount{"argumentCount", "{0} takes {1}, got {2}"};
inline constexpr MessageTemplate needsArguments{"needsArguments", "{0} is a function and needs arguments: {1}"};
inline constexpr MessageTemplate notAFunction{"notAFunction", "{0} is not a function; write a product with *"};
inline constexpr MessageTemplate functionalNeeded{
    "functionalNeeded", "a quantity that changes with time must be inside a functional such as max(…), mean(…) or final(…)"};

// The analysis.
inline constexpr MessageTemplate endBeforeStart{"endBeforeStart", "endTime must be after startTime ({0} s), got {1}"};
inline constexpr MessageTemplate stepsDoNotDivide{
    "stepsDoNotDivide", "must divide the time from startTime to endTime ({0} s) into a whole number of steps, got {1}"};

// Why a run stopped or ended.
inline constexpr MessageTemplate stoppedInStep{"stoppedInStep", "Stopped at {0} s (step {1}, size {2} s): {3}"};
inline constexpr MessageTemplate stopped{"stopped", "Stopped at {0} s: {1}"};
inline constexpr MessageTemplate singularTangent{"singularTangent",
                                                 "the tangent is singular. A part that can move has neither mass nor stiffness."};
inline constexpr MessageTemplate singularTangentAt{"singularTangentAt",
                                                   "the tangent is singular at {0}. A part that can move has neither mass nor stiffness."};
inline constexpr MessageTemplate notFinite{
    "notFinite", "forces are not finite numbers. A number is far too large or too small, or a formula has no value."};
inline constexpr MessageTemplate notFiniteAt{
    "notFiniteAt", "forces are not finite numbers at {0}. A number is far too large or too small, or a formula has no value."};
inline constexpr MessageTemplate newtonDiverged{
    "newtonDiverged", "Newton did not converge in {0} iterations. Largest residual: {1}. Try a step size below {2} s."};
inline constexpr MessageTemplate newtonDivergedHere{
    "newtonDivergedHere",
    "Newton did not converge in {0} iterations. Largest residual: {1}. Smaller steps here did not help. Try a smaller stepSize from the "
    "start, or look for a jump, contradictory constraints, or a value that is far too large or too small."};
inline constexpr MessageTemplate contactsUnsettled{"contactsUnsettled",
                                                   "contact states did not settle in {0} iterations. Try a smaller step size, more "
                                                   "discontinuous.maxIterations or a larger discontinuous.iterationTolerance."};
inline constexpr MessageTemplate grown{"grown",
                                       "the solution grew without bound. Explicit steps must resolve the fastest vibration: try a step "
                                       "size below {0} s, or an implicit solver."};
inline constexpr MessageTemplate stepTooSmall{"stepTooSmall", "steps of {0} s are too small to count at this time."};
inline constexpr MessageTemplate noEquilibrium{"noEquilibrium", "No equilibrium found at load time {0} (step {1}, size {2}): {3}"};
inline constexpr MessageTemplate singularStiffness{
    "singularStiffness", "the stiffness is singular. A part can move freely: support it, or set stabilizerODE2term."};
inline constexpr MessageTemplate singularStiffnessAt{
    "singularStiffnessAt", "the stiffness is singular at {0}. A part can move freely: support it, or set stabilizerODE2term."};
inline constexpr MessageTemplate staticNewtonDiverged{
    "staticNewtonDiverged", "Newton did not converge in {0} iterations. Try more load steps or a stabilizerODE2term."};
inline constexpr MessageTemplate slippingStatics{"slippingStatics",
                                                 "Newton did not converge in {0} iterations. Try more load steps or a stabilizerODE2term; "
                                                 "slipping contacts may have no equilibrium: try without friction."};
inline constexpr MessageTemplate staticContactsUnsettled{"staticContactsUnsettled",
                                                         "contact states did not settle in {0} iterations. Try more load steps."};
inline constexpr MessageTemplate constraintOf{"constraintOf", "constraint of {0}"};
inline constexpr MessageTemplate ofNode{"ofNode", "node '{0}'"};
inline constexpr MessageTemplate ofObject{"ofObject", "object '{0}'"};
inline constexpr MessageTemplate ended{"ended", "Ended at {0} s: {1}"};
inline constexpr MessageTemplate stoppedByHand{"stoppedByHand", "stopped by hand."};
inline constexpr MessageTemplate isAbove{"isAbove", "{0} is above {1}."};
inline constexpr MessageTemplate isBelow{"isBelow", "{0} is below {1}."};
inline constexpr MessageTemplate staysOpen{"staysOpen", "{0} stays open by {1}"};
inline constexpr MessageTemplate isOpen{"isOpen", "{0} is open by {1}"};
inline constexpr MessageTemplate andMore{"andMore", "and {0} more"};
inline constexpr MessageTemplate doesNotClose{"doesNotClose",
                                              "The mechanism does not close: {0}. Change a length or a position, or remove a constraint."};

// Why a result may be wrong.
inline constexpr MessageTemplate startOpen{
    "startOpen",
    "The start values violate constraints: {0}. The first step closes that with a jump, so the motion may be meaningless. Correct the "
    "start values, or set \"assemble\": true in this step of the analysis."};
inline constexpr MessageTemplate unsettledSteps{
    "unsettledSteps",
    "Until {0} s contact states did not settle in {1} of {2} steps, which were accepted with forces that are wrong by up to {3} N. The "
    "result may be wrong. Use shorter steps, or more discontinuous.maxIterations."};
inline constexpr MessageTemplate alternating{
    "alternating",
    "Since {0} s accelerations alternate from step to step: with so little numerical damping, constraint errors grow. The motion may be "
    "wrong after this time. Use a spectralRadius of 0.9 or less, or the solver TrapezoidalIndex2."};
inline constexpr MessageTemplate lostTurns{"lostTurns",
                                           "At {0} s an angle whose turns are counted changed by more than half a turn in a step. Its "
                                           "count may be wrong after this time. Use shorter steps."};

// The engine.
inline constexpr MessageTemplate memory{"memory", "the model needs more memory than the engine may take (512 MiB)"};

}  // namespace slipstick::messages
