-- The shortcode {{< slipstick "#g=rolling-coin" site="https://example.org/slipstick/" >}}: a running model in pages, and a link in documents
-- for print. Optional: title, show, hands-on="true". Without `site`, the metadata `slipstick-site` of the document or project apply.

local stringify = pandoc.utils.stringify

local function escaped(text)
  local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }
  return (text:gsub('[&<>"]', entities))
end

local function isPage()
  return FORMAT:match("html") or FORMAT:match("revealjs")
end

local function slipstick(args, kwargs, meta)
  local link = args[1] and stringify(args[1]) or ""
  local given = function(name) return kwargs[name] and stringify(kwargs[name]) or "" end
  local site = given("site")
  if site == "" and meta["slipstick-site"] then site = stringify(meta["slipstick-site"]) end
  if site == "" then error('slipstick: the address of the site is missing: site="https://…/", or slipstick-site in the metadata') end
  if not link:match("^#[gm]=") then error('slipstick: the first argument must be a link from "#" on, such as "#g=rolling-coin", got "' .. link .. '"') end
  if not site:match("/$") then site = site .. "/" end
  local title = given("title")
  if title == "" then title = "Slipstick model" end
  if not isPage() then return pandoc.Para({ pandoc.Link(title, site .. link) }) end
  local attributes = ' link="' .. escaped(link) .. '" title="' .. escaped(title) .. '"'
  if given("show") ~= "" then attributes = attributes .. ' show="' .. escaped(given("show")) .. '"' end
  if given("hands-on") == "true" then attributes = attributes .. " hands-on" end
  local script = '<script type="module" src="' .. escaped(site) .. 'slipstick-model.js"></script>'
  return pandoc.RawBlock("html", script .. "\n<slipstick-model" .. attributes .. " fit></slipstick-model>")
end

return { ["slipstick"] = slipstick }
