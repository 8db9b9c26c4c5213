-- Runs the shortcode of packages/quarto as Quarto does, for each code block of a document: its attributes are the arguments.
local shortcodes = dofile(os.getenv("SHORTCODE"))

function Pandoc(document)
  local call = function(block)
    local kwargs = {}
    for name, value in pairs(block.attributes) do kwargs[name] = pandoc.Inlines(value) end
    return shortcodes["slipstick"]({ block.text }, kwargs, document.meta)
  end
  return document:walk({ CodeBlock = call })
end
